import { checkPieces } from '../check-wide-file.ts'
import { wideFile } from '../wide-file.ts'

export interface CheckFigures {
  bytes: number
  rows: number
  errors: number
  milliseconds: number
}

/** The file is a blob, which is read as the file that a person chose. */
async function run(size: number, isQuoted: boolean): Promise<CheckFigures> {
  const file = new Blob([wideFile(size, isQuoted) as Uint8Array<ArrayBuffer>])
  const started = performance.now()
  const result = await checkPieces(
    file.size,
    async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  )
  const milliseconds = performance.now() - started
  return { bytes: file.size, rows: result.rows, errors: result.issues.errors, milliseconds }
}

addEventListener('message', ({ data }: MessageEvent<{ size: number; isQuoted: boolean }>) => {
  void run(data.size, data.isQuoted).then(figures => postMessage(figures))
})
