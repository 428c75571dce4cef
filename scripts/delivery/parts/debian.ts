import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { buildDebianPackage } from '../debian-package.ts'
import { check, folderOf, freePort, outputOf, type Part, requireProgram, waitUntilReady, watch } from './part.ts'

/** A user without rights on this machine, who owns no file of the package. */
const nobody = 65_534

/** The Debian package: its content, its scripts, and the service started from it with its own settings. */
export const debianPackage: Part = async (scratch, say) => {
  requireProgram('dpkg-deb', 'the Debian package is not built')
  const file = buildDebianPackage(folderOf(scratch, 'out'))
  const field = (name: string): string => outputOf('dpkg-deb', ['--field', file, name]).trim()
  check(field('Package') === 'assay', `The package is named ${field('Package')}.`)
  const listed = outputOf('dpkg-deb', ['--contents', file]).split('\n').filter(Boolean)
  const foreign = listed.filter(line => !/^\S+ root\/root /.test(line))
  check(foreign.length === 0, `Files of other owners: ${foreign.slice(0, 3).join('; ')}`)
  const writable = listed.filter(line => /^[^l].{7}w/.test(line))
  check(writable.length === 0, `Files that everybody can write: ${writable.slice(0, 3).join('; ')}`)
  const tests = listed.filter(line => /\.test\.tsx?$|\/testing\//.test(line))
  check(tests.length === 0, `Tests in the package: ${tests.slice(0, 3).join('; ')}`)
  say(`${path.basename(file)}: ${listed.length} entries, ${outputOf('du', ['-h', file]).split('\t')[0]}`)
  const control = folderOf(scratch, 'control')
  execFileSync('dpkg-deb', ['--control', file, control])
  for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', path.join(control, script)])

  const installed = folderOf(scratch, 'installed')
  execFileSync('dpkg-deb', ['--extract', file, installed])
  const data = folderOf(scratch, 'data')
  const port = await freePort()
  const settings = parseEnv(readFileSync(path.join(installed, 'etc/assay/assay.env'), 'utf8'))
  const asRoot = process.getuid?.() === 0
  if (asRoot) execFileSync('chown', [`${nobody}:${nobody}`, data])
  const child = spawn(
    path.join(installed, 'usr/lib/assay/bin/node'),
    [path.join(installed, 'usr/lib/assay/bin/assay.mjs'), 'start'],
    {
      cwd: data,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...settings, PORT: String(port), ASSAY_DATA_DIR: data },
      ...(asRoot ? { uid: nobody, gid: nobody } : {}),
    },
  )
  const service = watch(child)
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`, service)
    child.kill('SIGTERM')
    check((await service.ended) === 0, `The service ended with a failure:\n${service.output()}`)
    say('starts from its own files with its own settings, without rights, and ends')
  } finally {
    child.kill('SIGKILL')
  }
}
