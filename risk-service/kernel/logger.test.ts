import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLogger } from './logger.ts'

const hostile = [
  'a\r\n{"time":"2026-01-01","level":"information","event":"security.signed-in"}',
  'b\n\u001b[2J\u001b]0;title\u0007',
  'c\u2028\u2029\u0085d',
  '"}\n{"event":"forged',
]

it('a text of somebody else is one line of the log and one of the terminal, and forges no other', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-log-'))
  const printed: string[] = []
  const terminal = vi.spyOn(process.stderr, 'write').mockImplementation(text => printed.push(String(text)) > 0)
  try {
    const file = path.join(folder, 'assay.log')
    const log = createLogger({ to: { file } })
    for (const text of hostile) log.write(3, 'test.failed', { text })
    await vi.waitFor(() => expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(hostile.length + 1))
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.map(line => (JSON.parse(line) as { event: string; text: string }).text)).toEqual(hostile)
    expect(printed).toHaveLength(hostile.length)
    for (const line of printed) {
      expect(line).toMatch(/^error: test\.failed text=.*\n$/)
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    }
  } finally {
    terminal.mockRestore()
    rmSync(folder, { recursive: true })
  }
})
