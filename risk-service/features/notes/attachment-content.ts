import type { AttachmentExtension } from '../../contract/index.ts'

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)
const read = async (file: Blob, from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
const ascii = (text: string) => [...text].map(letter => letter.charCodeAt(0))

const zipEntry = [...ascii('PK'), 3, 4]
const zipEmpty = [...ascii('PK'), 5, 6]
const zipDirectoryEntry = [...ascii('PK'), 1, 2]
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Bytes of the record at the end of a zip file, with its longest comment. */
const zipEndSize = 22 + 65_535
/** The directory of a document has hundreds of entries; a larger one is no document. */
const maxZipDirectory = 4 * 1024 * 1024

/** Returns the names in the directory of a zip file (APPNOTE 4.3.12 and 4.3.16); none for a damaged one. */
async function zipNames(file: Blob): Promise<string[]> {
  const end = await read(file, Math.max(0, file.size - zipEndSize), file.size)
  let at = end.length - 22
  while (at >= 0 && !startsWith(end, zipEmpty, at)) at -= 1
  if (at < 0) return []
  const record = new DataView(end.buffer, at)
  const size = record.getUint32(12, true)
  const offset = record.getUint32(16, true)
  if (size > maxZipDirectory) return []
  const directory = await read(file, offset, offset + size)
  const view = new DataView(directory.buffer)
  const names: string[] = []
  for (let entry = 0; entry + 46 <= directory.length && startsWith(directory, zipDirectoryEntry, entry); ) {
    const nameLength = view.getUint16(entry + 28, true)
    names.push(new TextDecoder().decode(directory.subarray(entry + 46, entry + 46 + nameLength)))
    entry += 46 + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
  }
  return names
}

/** Whether a zip file is a document of Office Open XML whose parts are in this folder. */
async function isOpenXml(file: Blob, folder: string): Promise<boolean> {
  const names = await zipNames(file)
  return names.includes('[Content_Types].xml') && names.some(name => name.startsWith(folder))
}

/**
 * Whether a compound file ([MS-CFB]) has a stream with one of these names. Entries of its directory are 128 bytes long,
 * begin with the name in UTF-16, and lie in sectors at multiples of 512 bytes.
 */
async function hasStream(file: Blob, streams: readonly string[]): Promise<boolean> {
  const bytes = await read(file, 0, file.size)
  if (!startsWith(bytes, compoundFile)) return false
  const names = streams.map(name =>
    ascii(name)
      .flatMap(code => [code, 0])
      .concat(0, 0),
  )
  for (let at = 512; at < bytes.length; at += 128) if (names.some(name => startsWith(bytes, name, at))) return true
  return false
}

const begins =
  (...signatures: number[][]) =>
  async (file: Blob) => {
    const start = await read(file, 0, 16)
    return signatures.some(signature => startsWith(start, signature))
  }
const isJpeg = begins([0xff, 0xd8, 0xff])

const checks: Record<AttachmentExtension, (file: Blob) => Promise<boolean>> = {
  jpg: isJpeg,
  jpeg: isJpeg,
  png: begins([0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]),
  pdf: begins(ascii('%PDF-')),
  zip: begins(zipEntry, zipEmpty),
  docx: file => isOpenXml(file, 'word/'),
  xlsx: file => isOpenXml(file, 'xl/'),
  doc: file => hasStream(file, ['WordDocument']),
  xls: file => hasStream(file, ['Workbook', 'Book']),
}

/** Whether the content of a file is of the type that its name promises, by its signature and its parts. */
export const matchesExtension = (file: Blob, extension: AttachmentExtension): Promise<boolean> =>
  checks[extension](file)
