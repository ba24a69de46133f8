import { useMemo } from "preact/hooks";

const WIDTH = 1600;
const HEIGHT = 900;

/** A ridge as heights between 0 and 1: midpoint displacement, the same for the same seed. */
export function ridge(seed: number, levels: number, rough: number): number[] {
  let state = seed >>> 0 || 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0xffffffff - 0.5;
  };
  let line = [0.5 + random() * 0.4, 0.5 + random() * 0.4];
  let size = 0.9;
  for (let level = 0; level < levels; level += 1) {
    line = line.flatMap((height, index) => {
      const next = line[index + 1];
      return next === undefined ? [height] : [height, (height + next) / 2 + random() * size * 0.5];
    });
    size *= rough;
  }
  const low = Math.min(...line);
  const high = Math.max(...line);
  return line.map((height) => (height - low) / (high - low || 1));
}

function path(heights: number[], base: number, relief: number): string {
  const points = heights.map((height, index) => `${((index / (heights.length - 1)) * WIDTH).toFixed(1)} ${(base - height * relief).toFixed(1)}`);
  return `M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}z`;
}

const LAYERS = [
  { seed: 11, base: 560, relief: 250, rough: 0.52 },
  { seed: 23, base: 640, relief: 220, rough: 0.54 },
  { seed: 47, base: 730, relief: 190, rough: 0.56 },
  { seed: 91, base: 830, relief: 170, rough: 0.58 },
  { seed: 151, base: 915, relief: 150, rough: 0.6 },
];

/** Ridges in the haze, behind the menu while no landscape is open. */
export function Backdrop() {
  const paths = useMemo(() => LAYERS.map(({ seed, base, relief, rough }) => path(ridge(seed, 8, rough), base, relief)), []);
  return (
    <svg class="backdrop" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="backdrop-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" class="sky-top" />
          <stop offset="0.75" class="sky-low" />
        </linearGradient>
        <radialGradient id="backdrop-sun" cx="0.72" cy="0.36" r="0.5">
          <stop offset="0" class="sun-in" />
          <stop offset="1" class="sun-out" />
        </radialGradient>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#backdrop-sky)" />
      <rect width={WIDTH} height={HEIGHT} fill="url(#backdrop-sun)" />
      {paths.map((shape, index) => (
        <path key={index} class={`ridge ridge-${index}`} d={shape} />
      ))}
    </svg>
  );
}
