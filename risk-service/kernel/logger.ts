import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Logger, LogLevel } from '../ports/index.ts'

const levelNames = ['verbose', 'information', 'warning', 'error', 'critical'] as const
const maxFileBytes = 20_000_000

export interface LogOptions {
  /** `stdout`, or the file of the lines. */
  to: 'stdout' | { file: string }
  from?: LogLevel
}

/**
 * Creates a logger that writes one JSON object per line: time, level, event, fields. Errors and worse are also printed
 * to the terminal, in short.
 */
export function createLogger(options: LogOptions): Logger {
  const from = options.from ?? 1
  const write =
    options.to === 'stdout' ? (line: string) => void process.stdout.write(line) : fileWriter(options.to.file)
  return {
    write: (level, event, fields = {}) => {
      if (level < from) return
      write(`${JSON.stringify({ time: new Date().toISOString(), level: levelNames[level], event, ...fields })}\n`)
      if (level >= 3 && options.to !== 'stdout') {
        process.stderr.write(
          `${levelNames[level]}: ${event} ${Object.entries(fields)
            .map(([name, value]) => `${name}=${withoutControls(String(value))}`)
            .join(' ')}\n`,
        )
      }
    },
  }
}

/** Returns a text that is one line of a terminal, and commands it nothing; a JSON text has these characters escaped. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu, ' ')

/** A log that cannot be written (disk full) does not stop decisions. */
function fileWriter(file: string): (line: string) => void {
  mkdirSync(path.dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > maxFileBytes) renameSync(file, `${file}.1`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  stream.on('error', () => undefined)
  return line => void stream.write(line)
}
