/**
 * Creates what measures the processor time of the service, all threads and background work included, beside the calls
 * that it answered since.
 * @param countedCalls how many calls were answered until now
 */
export function createProcessorTime(countedCalls: () => number): () => { milliseconds: number; calls: number } {
  const [begun, before] = [process.cpuUsage(), countedCalls()]
  return () => {
    const { user, system } = process.cpuUsage(begun)
    return { milliseconds: (user + system) / 1000, calls: countedCalls() - before }
  }
}
