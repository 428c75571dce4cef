export interface Throttle {
  /** Runs at once when the last run is long enough ago, else when it is; many requests in between are one. */
  schedule: () => void
  cancel: () => void
}

/** Never more than one run in a span of milliseconds, and never none after a request. */
export function createThrottle(run: () => void, span: number, now: () => number = () => Date.now()): Throttle {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    timer = undefined
    last = now()
    run()
  }
  return {
    schedule() {
      if (timer !== undefined) return
      const wait = last + span - now()
      if (wait <= 0) go()
      else timer = setTimeout(go, wait)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
