/**
 * Makes a release: the tree of this platform as a tarball, its bill of materials, their sums, and a signature of these.
 *   npm run release -- --key PRIVATE.pem [--out FOLDER]     default: test-results/release
 *   npm run --silent release -- verify FOLDER --key PUBLIC.pem
 * Make a pair once: openssl genpkey -algorithm ed25519 -out PRIVATE.pem; openssl pkey -in PRIVATE.pem -pubout -out PUBLIC.pem
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { assembleRuntimeTree } from './runtime-tree.ts'
import { ReleaseError, readKey, signRelease, verifyRelease } from './signed-release.ts'

const root = path.resolve(import.meta.dirname, '../..')
const usage =
  'Usage: npm run release -- --key PRIVATE.pem [--out FOLDER], or npm run --silent release -- verify FOLDER --key PUBLIC.pem'

/** The time of the commit: the same tree makes the same tarball. */
function commitTime(): string {
  try {
    return `@${execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()}`
  } catch {
    return '@0'
  }
}

async function makeRelease(keyFile: string, out: string): Promise<void> {
  // Before minutes of work.
  const key = readKey(keyFile, 'private')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const scratch = mkdtempSync(path.join(path.dirname(out), '.release-'))
  try {
    const version = assembleRuntimeTree(path.join(scratch, 'tree'))
    const name = `assay-${version}-${process.platform}-${process.arch}`
    execFileSync(
      'tar',
      [
        '--sort=name',
        `--mtime=${commitTime()}`,
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--mode=u+rwX,go+rX,go-w',
        `--transform=s,^tree,${name},`,
        '--use-compress-program=gzip --no-name -6',
        '-C',
        scratch,
        '-cf',
        path.join(out, `${name}.tar.gz`),
        'tree',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
    execFileSync(
      process.execPath,
      [path.join(root, 'scripts/release/sbom.ts'), '--out', path.join(out, `${name}.cdx.json`)],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  for (const file of await signRelease(out, key)) console.log(file)
  console.log(`Signed: ${out}`)
}

try {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, folder] = positionals
  if (values.key === undefined || (command !== undefined && (command !== 'verify' || folder === undefined)))
    throw new ReleaseError(usage)
  if (folder === undefined)
    await makeRelease(values.key, path.resolve(values.out ?? path.join(root, 'test-results/release')))
  else
    console.log(`${(await verifyRelease(path.resolve(folder), readKey(values.key, 'public'))).join(', ')}: as signed.`)
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  if (!(error instanceof ReleaseError) && !isUsage) throw error
  console.error(isUsage ? usage : (error as Error).message)
  process.exitCode = 1
}
