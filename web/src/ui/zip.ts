const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** The check sum of zip and PNG. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 1 January 1980, so that equal pictures give equal bytes. */
const DAY = 0x21;

function entry(signature: number, name: Uint8Array, data: Uint8Array, sum: number, offset: number): Uint8Array {
  const central = signature === CENTRAL;
  const made = new Uint8Array((central ? 46 : 30) + name.length);
  const out = new DataView(made.buffer);
  let at = 0;
  const u16 = (value: number): void => {
    out.setUint16(at, value, true);
    at += 2;
  };
  const u32 = (value: number): void => {
    out.setUint32(at, value, true);
    at += 4;
  };
  u32(signature);
  if (central) u16(20);
  for (const value of [20, 0x0800, 0, 0, DAY]) u16(value);
  for (const value of [sum, data.length, data.length]) u32(value);
  u16(name.length);
  u16(0);
  if (central) {
    for (const value of [0, 0, 0]) u16(value);
    u32(0);
    u32(offset);
  }
  made.set(name, at);
  return made;
}

/** Put files into a zip as they are; pictures are compressed already. */
export function zip(files: readonly { name: string; data: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let offset = 0;
  for (const { name, data } of files) {
    const bytes = new TextEncoder().encode(name);
    const sum = crc32(data);
    list.push(entry(CENTRAL, bytes, data, sum, offset));
    const head = entry(LOCAL, bytes, data, sum, 0);
    parts.push(head, data);
    offset += head.length + data.length;
  }
  const size = list.reduce((total, part) => total + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  const all = [...parts, ...list, new Uint8Array(end.buffer)];
  const made = new Uint8Array(all.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of all) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
