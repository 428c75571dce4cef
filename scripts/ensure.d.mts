/** Path of a usable Chromium, or undefined. */
export function findChromium(): string | undefined
