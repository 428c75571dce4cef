import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { requireProgram } from './part.ts'

/** PostgreSQL refuses to run as root. */
const nobody = 65_534
const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** A PostgreSQL server of the machine's own programs, which only a Unix socket reaches. */
export interface ThrowAwayServer {
  folder: string
  /** Address of a database of the server, for DATABASE_URL. */
  urlOf: (database: string) => string
  /** Runs a program of PostgreSQL as the user of the server. */
  run: (program: string, ...args: string[]) => string
  configure: (lines: readonly string[]) => void
  start: () => void
  /** `immediate`: as a crash. */
  stop: (mode: 'fast' | 'immediate') => void
}

/** Programs of PostgreSQL: those on the path, else those of the newest version that Debian has installed. */
function programOf(name: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/bin']
  for (const version of [18, 17, 16, 15]) folders.push(`/usr/lib/postgresql/${version}/bin`)
  const found = folders.map(folder => path.join(folder, name)).find(file => existsSync(file))
  if (found === undefined) requireProgram(name, 'the restore to a point in time is not tried')
  return found ?? name
}

/** Describes a server in a folder, which may have its files already, such as those of a backup. */
export function throwAwayServer(folder: string): ThrowAwayServer {
  const run = (program: string, ...args: string[]): string =>
    execFileSync(programOf(program), args, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...asUser })
  const log = `${folder}.log`
  return {
    folder,
    urlOf: database => `postgres://assay@localhost/${database}?host=${encodeURIComponent(path.dirname(folder))}`,
    run,
    configure: lines => appendFileSync(path.join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`),
    // The output of the server would keep the pipe of this process open.
    start: () => void run('pg_ctl', '-D', folder, '-l', log, '-w', '-t', '60', 'start'),
    stop: mode => void run('pg_ctl', '-D', folder, '-m', mode, '-w', 'stop'),
  }
}

/** Makes a folder that the user of the server may write. */
export function serverFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) execFileSync('chown', [`${nobody}:${nobody}`, folder])
  return folder
}

/** Makes a server whose write-ahead log is archived, with a database named assay. */
export function makeArchivingServer(folder: string, archive: string): ThrowAwayServer {
  const server = throwAwayServer(folder)
  server.run('initdb', '-D', folder, '-U', 'assay', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
  server.configure([
    `unix_socket_directories = '${path.dirname(folder)}'`,
    "listen_addresses = ''",
    'wal_level = replica',
    'archive_mode = on',
    `archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`,
    'archive_timeout = 60',
    'max_wal_senders = 4',
  ])
  server.start()
  server.run('psql', '-h', path.dirname(folder), '-U', 'assay', '-d', 'postgres', '-qc', 'create database assay')
  return server
}
