import { chunkCount } from '@assay/risk-service/contract'
import { chunkOf, digestOf } from './send-chunks.ts'

/** A file with what identifies it when its upload continues. */
export interface IdentifiedFile {
  file: File
  name: string
  modifiedAt: number
}

/** No time of a file system is as late. */
const firstMark = 2 ** 52
const markDigits = 13

/** Returns the SHA-256 of each chunk of a file. @param onProgress called with the bytes that were read */
export async function chunkDigestsOf(file: Blob, onProgress?: (bytes: number) => void): Promise<string[]> {
  const digests: string[] = []
  let read = 0
  for (let index = 0; index < chunkCount(file.size); index++) {
    const chunk = chunkOf(file, index)
    digests.push(await digestOf(await chunk.arrayBuffer()))
    read += chunk.size
    onProgress?.(read)
  }
  return digests
}

/** Identifies a file by the time of its change. */
export const identifiedByTime = (file: File): IdentifiedFile => ({
  file,
  name: file.name,
  modifiedAt: file.lastModified,
})

/**
 * Identifies a file by its whole content: one with fixed rows is on no disk, and is saved with another time, and perhaps
 * under another name.
 * @param name the name under which it is uploaded
 */
export async function identifiedByContent(
  file: File,
  name: string,
  digests: readonly string[],
): Promise<IdentifiedFile> {
  const { buffer } = new TextEncoder().encode(digests.join())
  const digest = await digestOf(buffer)
  return { file, name, modifiedAt: firstMark + Number.parseInt(digest.slice(0, markDigits), 16) }
}
