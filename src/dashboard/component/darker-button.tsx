import { Button } from "./button.tsx";

const STEPS = 20;

interface DarkerProps {
  /** A colour of the form `#rrggbb` that is too pale. */
  color: string;
  isDark: (color: string) => boolean;
  sayTake: (color: string) => string;
  onTake: (color: string) => void;
}

/** Offers the nearest darker shade of a colour that is dark enough; nothing where even black is not. */
export function DarkerButton({ color, isDark, sayTake, onTake }: DarkerProps) {
  const shade = darken(color, isDark);
  if (shade === undefined) return null;
  return (
    <span class="line">
      <Button
        onClick={({ currentTarget: button }) => {
          // The button goes away.
          button.closest(".stack-small")?.querySelector("input")?.focus();
          onTake(shade);
        }}
        label={sayTake(shade)}
      />
    </span>
  );
}

export function darken(color: string, isDark: (color: string) => boolean): string | undefined {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const shadeOf = (step: number) =>
    `#${channels.map((channel) => toHex(Math.round((channel * (STEPS - step)) / STEPS))).join("")}`;
  return Array.from({ length: STEPS }, (_, step) => shadeOf(step + 1)).find(isDark);
}

const toHex = (channel: number) => channel.toString(16).padStart(2, "0");
