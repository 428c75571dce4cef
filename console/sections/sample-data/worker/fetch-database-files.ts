import files from 'virtual:database-files'
import type { DatabaseParts } from '@assay/risk-service/sample-data'

/** Fetches a file, and reports the number of received bytes after every chunk. */
async function fetchFile(
  { url, bytes }: { url: string; bytes: number },
  onBytes: (count: number) => void,
): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok || !answer.body) throw new Error(`A part of the database did not arrive: ${answer.status}`)
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    if (at + value.length > bytes) throw new Error('A part of the database is not the one of this build.')
    whole.set(value, at)
    at += value.length
    onBytes(at)
  }
  if (at !== bytes) throw new Error('A part of the database did not arrive whole.')
  return whole.buffer
}

/** The database program and its data: about 5 MB on the wire. */
export async function fetchDatabaseFiles(onProgress: (share: number) => void): Promise<DatabaseParts> {
  const all = Object.values(files)
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const arrived = new Map<string, number>()
  const load = (file: { url: string; bytes: number }) =>
    fetchFile(file, count => {
      arrived.set(file.url, count)
      onProgress([...arrived.values()].reduce((sum, each) => sum + each, 0) / total)
    })
  const [program, setup, data] = await Promise.all([
    load(files.program).then(bytes => WebAssembly.compile(bytes)),
    load(files.setup).then(bytes => WebAssembly.compile(bytes)),
    load(files.data),
  ])
  return { pgliteWasmModule: program, initdbWasmModule: setup, fsBundle: new Blob([data]) }
}
