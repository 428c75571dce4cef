import { mkdir, rm, writeFile } from 'node:fs/promises'
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
    )
  if (code === 'ENOSPC')
    return new StartError(
      'data-not-writable',
      `The disk of the data directory ${folder} is full. Make room, or set ASSAY_DATA_DIR to a folder on another disk.`,
    )
  return new StartError(
    'data-not-writable',
    `The data directory ${folder} cannot be written (${code}). Give this user write access, or set ASSAY_DATA_DIR to another folder.`,
  )
}
export async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const probe = path.join(dataDir, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw notWritableError(dataDir, error)
  }
}
