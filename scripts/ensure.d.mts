/** Folders and files that the console is built of, below the root of the house. */
export const consoleSources: readonly string[]
/** Path of a usable Chromium, or undefined. */
export function findChromium(): string | undefined
