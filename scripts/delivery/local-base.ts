import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** What a step of the Containerfile and a running service call, beside what the image brings itself. */
const programs = ['/bin/sh', '/usr/bin/mkdir', '/usr/bin/chmod', '/usr/bin/chown', '/usr/bin/env']

/**
 * Makes the root file system of a small base image from programs and libraries of this machine: an image can be built
 * and started where no registry is reachable. It is for tests; an image that is published stands on a real base.
 * @param executables whose libraries are needed, too
 */
export function makeLocalBase(folder: string, executables: readonly string[]): void {
  for (const name of ['dev', 'etc', 'proc', 'sys', 'tmp', 'usr/bin', 'usr/lib', 'var/lib', 'root'])
    mkdirSync(path.join(folder, name), { recursive: true })
  // As Debian has it: the libraries of every program stand below /usr.
  for (const name of ['bin', 'lib', 'lib64']) {
    mkdirSync(path.join(folder, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, path.join(folder, name))
  }
  chmodSync(path.join(folder, 'tmp'), 0o1777)
  writeFileSync(path.join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(path.join(folder, 'etc/group'), 'root:x:0:\n')
  writeFileSync(path.join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  writeFileSync(path.join(folder, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
  const copy = (file: string): void => {
    const target = path.join(folder, file)
    if (existsSync(target)) return
    mkdirSync(path.dirname(target), { recursive: true })
    copyFileSync(realpathSync(file), target)
  }
  for (const file of programs) copy(file)
  // The locale of the embedded database.
  cpSync('/usr/lib/locale/C.utf8', path.join(folder, 'usr/lib/locale/C.utf8'), { recursive: true })
  for (const file of new Set([...programs, ...executables].flatMap(librariesOf))) copy(file)
}

/** Absolute paths of the libraries that the loader finds outside of the folder of the executable. */
function librariesOf(executable: string): string[] {
  const listed = execFileSync('ldd', [executable], { encoding: 'utf8' })
  return [...listed.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)]
    .map(([, file = '']) => file)
    .filter(file => /^\/(?:usr\/)?lib/.test(file))
}
