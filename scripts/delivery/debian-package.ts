/**
 * Makes the Debian package of Assay for the architecture of this machine.
 *   node scripts/delivery/debian-package.ts FOLDER      writes FOLDER/assay_<version>_<architecture>.deb
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { assembleRuntimeTree } from './runtime-tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const packaging = path.join(root, 'deploy/debian')

/** @returns the file of the package */
export function buildDebianPackage(out: string): string {
  mkdirSync(out, { recursive: true })
  const folder = mkdtempSync(path.join(out, '.deb-'))
  try {
    const version = assembleRuntimeTree(path.join(folder, 'usr/lib/assay'))
    const place = (from: string, to: string, mode: number): void => {
      mkdirSync(path.dirname(path.join(folder, to)), { recursive: true })
      cpSync(path.join(root, from), path.join(folder, to))
      chmodSync(path.join(folder, to), mode)
    }
    place('deploy/systemd/assay.service', 'usr/lib/systemd/system/assay.service', 0o644)
    place('deploy/debian/assay.env', 'etc/assay/assay.env', 0o640)
    place('deploy/debian/assay.sh', 'usr/bin/assay', 0o755)
    place('README.md', 'usr/share/doc/assay/README.md', 0o644)
    place('LICENSE', 'usr/share/doc/assay/copyright', 0o644)
    const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
    const kilobytes = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0] ?? '0'
    mkdirSync(path.join(folder, 'DEBIAN'))
    const control = readFileSync(path.join(packaging, 'control'), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@SIZE@', kilobytes)
    writeFileSync(path.join(folder, 'DEBIAN/control'), control)
    place('deploy/debian/conffiles', 'DEBIAN/conffiles', 0o644)
    for (const script of ['postinst', 'prerm', 'postrm']) place(`deploy/debian/${script}`, `DEBIAN/${script}`, 0o755)
    // Folders that `mkdtemp` and the umask of the caller made private.
    execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder])
    chmodSync(path.join(folder, 'etc/assay/assay.env'), 0o640)
    const file = path.join(out, `assay_${version}_${architecture}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', folder, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const [out = path.join(root, 'test-results/release')] = process.argv.slice(2)
  console.log(buildDebianPackage(path.resolve(out)))
}
