/** Milliseconds of a clock that only a restart sets back: a correction of the wall clock must not stop or free a limit. */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now()
