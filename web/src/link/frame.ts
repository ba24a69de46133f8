import type { LayerHeader, WorldHeader } from "../protocol";
import type { LayerArray } from "../scene/view";

/** A frame taken apart; the arrays lie in `buffer`. */
export interface Frame {
  header: WorldHeader;
  arrays: Map<string, LayerArray>;
}

const sizes: Record<LayerHeader["dtype"], number> = { f32: 4, u8: 1 };

/** Whether what was parsed has the words of a world's header. */
function isWorld(value: unknown): value is WorldHeader {
  return typeof value === "object" && value !== null && "type" in value && value.type === "world" && "layers" in value && Array.isArray(value.layers);
}

/** Read the header: a length, JSON, spaces. Throws when the bytes are no frame. */
export function headerOf(buffer: ArrayBuffer): WorldHeader {
  if (buffer.byteLength < 4) throw new Error("frame: too short for a header");
  const length = new DataView(buffer).getUint32(0, true);
  if (length > buffer.byteLength - 4) throw new Error("frame: the header is cut short");
  const header: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (!isWorld(header)) throw new Error("frame: not a world");
  for (const layer of header.layers) {
    const [rows, cols] = layer.shape;
    const whole = rows * cols * sizes[layer.dtype] === layer.bytes && layer.offset % 8 === 0;
    if (!whole || layer.offset + layer.bytes > buffer.byteLength) throw new Error(`frame: ${layer.name} is not where its header says`);
  }
  return header;
}

/** Lay typed arrays over the bytes; nothing is copied. */
export function arraysOf(buffer: ArrayBuffer, header: WorldHeader): Map<string, LayerArray> {
  return new Map(
    header.layers.map((layer) => {
      const count = layer.shape[0] * layer.shape[1];
      const array = layer.dtype === "f32" ? new Float32Array(buffer, layer.offset, count) : new Uint8Array(buffer, layer.offset, count);
      return [layer.name, array] as const;
    }),
  );
}
