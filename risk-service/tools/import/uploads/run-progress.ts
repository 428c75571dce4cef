import type { UploadRunDetail } from '../../../contract/index.ts'

/** Milliseconds between two lines of progress, on a terminal and elsewhere. */
const lineMs = { terminal: 100, other: 2000 }

const phases: Readonly<Record<string, string>> = { checking: 'checking', storing: 'storing', counting: 'counting' }
const count = (value: number): string => value.toLocaleString('en-US')

/** Shows how far a command is, on standard error: on a terminal in one line. */
export function createProgress() {
  const { isTTY } = process.stderr
  let shown = 0
  let isOpen = false
  let started = 0
  let first = 0
  let step = ''
  function show(share: number, text: string): void {
    const now = performance.now()
    if (now - shown < (isTTY ? lineMs.terminal : lineMs.other)) return
    shown = now
    const bar = '#'.repeat(Math.round(share * 24)).padEnd(24, '.')
    const line = `[${bar}] ${Math.floor(share * 100)} %  ${text}`
    process.stderr.write(isTTY ? `\r${line.padEnd(110)}` : `${line}\n`)
    isOpen = isTTY
  }
  return {
    showBytes(name: string, sent: number, size: number): void {
      show(
        size === 0 ? 1 : sent / size,
        `sending ${name}  ${(sent / 2 ** 20).toFixed(1)} of ${(size / 2 ** 20).toFixed(1)} MiB`,
      )
    },
    showRun({ state, phase, progress: { entity, rows, totalRows, bytes, totalBytes } }: UploadRunDetail): void {
      if (state === 'Waiting' || phase === null) return show(0, 'waiting for another run')
      const now = performance.now()
      if (step !== phase) [step, started, first] = [phase, now, rows]
      const rate = (rows - first) / Math.max(0.5, (now - started) / 1000)
      const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes)
      show(
        share,
        `${phases[phase] ?? phase} ${entity ?? ''}  ${count(rows)} of ${count(totalRows)} rows  ${count(Math.round(rate))} rows/s`,
      )
    },
    /** Ends the line. */
    end(): void {
      if (isOpen) process.stderr.write('\n')
      isOpen = false
    },
  }
}

/** Whether every row of a run is stored, or could be after a dry run. */
export const isWhole = ({ state, files }: UploadRunDetail): boolean =>
  state === 'Finished' && files.every(({ rejected }) => rejected === 0)

const failures: Readonly<Record<string, string>> = {
  dataErrors: 'Files have errors.',
  filesChanged: 'A file was replaced or deleted before it was processed.',
  filesLost: 'Bytes of a file are not there any more. Send it again.',
  noSpace: 'The disk is full. The same command goes on.',
}

/** Returns the lines that say what became of the files of a run. */
export function summaryOf({ state, dryRun, failure, files }: UploadRunDetail): string[] {
  const reason =
    failure === null
      ? ''
      : (failures[failure.reason] ?? `The store failed (${failure.correlationId}); the log has more.`)
  return [
    ...files.map(
      file =>
        `${file.entity}: ${count(file.read)} rows read, ${count(file.accepted)} ${dryRun ? 'good' : 'accepted'}, ${count(file.replaced)} replaced, ${count(file.rejected)} rejected, ${count(file.skipped)} skipped; ${count(file.errors)} errors, ${count(file.warnings)} warnings`,
    ),
    state === 'Finished'
      ? dryRun
        ? 'Nothing was stored: this was a dry run.'
        : 'Stored.'
      : state === 'Cancelled'
        ? 'Cancelled. Batches that were stored stay.'
        : `Failed. ${reason}`.trim(),
  ]
}
