import type { CheckFigures } from './worker.ts'

/** Runs the check in a worker, and measures for how long the page cannot react meanwhile. */
async function runCheck(size: number, isQuoted: boolean): Promise<CheckFigures & { blocked: number }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  let blocked = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    blocked = Math.max(blocked, now - last - 10)
    last = now
  }, 10)
  try {
    const figures = await new Promise<CheckFigures>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<CheckFigures>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage({ size, isQuoted })
    })
    return { ...figures, blocked }
  } finally {
    clearInterval(timer)
    worker.terminate()
  }
}

Object.assign(window, { runCheck })
