/** Number of the worker that a journey runs in, which is that of its service. */
export const workerNumber = (): number => Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)

/** Data directory of a worker's service, of the first one's. */
export const workerDataDirectory = (first: string, worker: number): string =>
  worker === 0 ? first : `${first}-${worker + 1}`
