import type { UploadFiles } from '../../ports/index.ts'

/** An installation that stores no uploaded files, such as the service inside a page. */
export const noUploadFiles: UploadFiles = {
  isAvailable: false,
  hasRoom: () => Promise.resolve(false),
  write: () => Promise.resolve({ state: 'noSpace' }),
  findMissing: (_address, chunks) => Promise.resolve([...chunks]),
  read: () => Promise.reject(new Error('No uploaded files are stored here.')),
  remove: () => Promise.resolve(),
  removeEnvironment: () => Promise.resolve(),
  list: () => Promise.resolve([]),
}
