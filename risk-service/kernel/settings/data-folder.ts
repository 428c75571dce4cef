import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../errors/start-error.ts'

/** Creates the error for a data directory that is not writable. */
export function notWritableError(dataDir: string, error: unknown): StartError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
  const folder = path.resolve(dataDir)
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartError(
      'data-not-writable',
      `The data directory ${folder} is a file, or lies below one. Set ASSAY_DATA_DIR to a folder.`,
      error,
    )
  if (code === 'ENOSPC')
    return new StartError(
      'data-not-writable',
      `The disk of the data directory ${folder} is full. Make room, or set ASSAY_DATA_DIR to a folder on another disk.`,
      error,
    )
  return new StartError(
    'data-not-writable',
    `The data directory ${folder} cannot be written (${code}). Give this user write access, or set ASSAY_DATA_DIR to another folder.`,
    error,
  )
}
/**
 * Creates a folder with those above it. The option `recursive` of Node tries without end where the folder above exists
 * and cannot have folders, as in `/proc`.
 */
async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o755 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const above = path.dirname(folder)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || (await stat(above).catch(() => null)) !== null) throw error
    await makeFolders(above)
    await makeFolders(folder)
  }
}

/** Creates a folder with those above it, and tries that it can be written. @throws StartError with the failure as its cause */
export async function makeFolder(dataDir: string): Promise<void> {
  try {
    await makeFolders(path.resolve(dataDir))
    const probe = path.join(dataDir, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw notWritableError(dataDir, error)
  }
}
