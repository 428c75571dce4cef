/** How long reads wait at most, for instance in a window that is not drawn: milliseconds. */
const longestWait = 100

let painted: Promise<void> | null = null

/**
 * Resolves when the next frame is on screen. Reads that are started before that wait for it: what they are about to show
 * is less urgent than what is drawn now, and sending them takes longer than a frame has. Changes are sent at once.
 */
export function paintFirst(): Promise<void> {
  painted ??= new Promise<void>(resolve => {
    const timer = setTimeout(resolve, longestWait)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // The task after the frame.
      setTimeout(resolve)
    })
  }).then(() => {
    painted = null
  })
  return painted
}

/** Resolves when reads may be sent. */
export const readsMayStart = (): Promise<void> | null => painted
