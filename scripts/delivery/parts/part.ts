import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

/** Builds and checks one part of what is delivered, in a folder of its own; throws where something is wrong. */
export type Part = (scratch: string, say: (line: string) => void) => void | Promise<void>

/** This machine lacks what the part needs. */
export class Missing extends Error {}

/** @throws Missing where a program is not installed */
export function requireProgram(name: string, reason: string): void {
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .concat('/usr/sbin', '/sbin')
    .some(folder => existsSync(path.join(folder, name)))
  if (!found) throw new Missing(`${name} is not installed: ${reason}.`)
}

/** @throws Missing where this is not root */
export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new Missing('only root may mount file systems.')
}

export function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Runs a program, and returns what it printed. */
export function outputOf(command: string, args: readonly string[], cwd?: string): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64_000_000,
    ...(cwd === undefined ? {} : { cwd }),
  })
}

/** A port that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const folderOf = (scratch: string, name: string): string => {
  const folder = path.join(scratch, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** What a process printed, and its exit code when it has ended. */
export interface Watched {
  output: () => string
  ended: Promise<number | null>
}

export function watch(child: ChildProcess): Watched {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)))
  const ended = new Promise<number | null>(resolve => {
    child.on('error', error => {
      output += String(error)
      resolve(127)
    })
    child.on('close', code => resolve(code))
  })
  return { output: () => output, ended }
}

/** Waits until the service answers that it is ready. @throws Error with its output where it ends, or takes too long */
export async function waitUntilReady(url: string, service: Watched, seconds = 90): Promise<void> {
  let code: number | null | undefined
  void service.ended.then(value => (code = value))
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (code !== undefined) throw new Error(`The service ended with code ${code}:\n${service.output()}`)
    const response = await fetch(`${url}/health/ready`).catch(() => null)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`The service was not ready within ${seconds} s:\n${service.output()}`)
}
