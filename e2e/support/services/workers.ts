/** Number of the current worker, which is also that of its service. */
export const workerNumber = (): number => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** Data directory of a worker's service, derived from that of the first one. */
export const workerDataDirectory = (first: string, worker: number): string =>
  worker === 0 ? first : `${first}-${worker + 1}`
