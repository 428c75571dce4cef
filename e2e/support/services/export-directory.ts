import path from 'node:path'

/**
 * Returns the directory to which the services of a run may write files of events.
 * @param dataDirectory of the run
 */
export const exportDirectory = (dataDirectory = process.env['E2E_DATA_DIR'] ?? ''): string =>
  path.join(path.dirname(dataDirectory), 'exports')
