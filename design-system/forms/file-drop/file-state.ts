/** A rejected line of a file. */
export interface RowError {
  /** Number of the line, from 1. */
  row: number
  column?: string
  message: string
}

/** State of a file. Fractions run from 0 to 1. */
export type FileState =
  | { kind: 'queued' }
  | { kind: 'hashing'; fraction?: number }
  | { kind: 'uploading'; fraction: number; bytesPerSecond?: number }
  | { kind: 'paused'; fraction: number }
  | { kind: 'validating'; fraction?: number }
  | { kind: 'failed'; reason: string; retryable?: boolean }
  | { kind: 'done'; accepted?: number; rejected?: number }

export type FileStateKind = FileState['kind']

export interface FileEntry {
  id: string
  name: string
  /** Size in bytes. */
  size?: number
  state: FileState
  /** Rejected lines, independent of the state of the file as a whole. */
  rowErrors?: readonly RowError[]
  /** Number of all rejected lines, when `rowErrors` has only the first of them. */
  rowErrorCount?: number
}

/** Progress of a file as a fraction, where it is known. Values out of range are clamped. */
export function fractionOf(state: FileState): number | undefined {
  if (state.kind === 'done') return 1
  const fraction = 'fraction' in state ? state.fraction : undefined
  return fraction === undefined || Number.isNaN(fraction) ? undefined : Math.min(1, Math.max(0, fraction))
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in its most readable unit: decimal steps of a thousand, named as in `Intl`. */
export function sizeParts(bytes: number): { value: number; unit: (typeof units)[number] } | undefined {
  if (!Number.isFinite(bytes) || bytes < 0) return undefined
  let [value, step] = [bytes, 0]
  // A value that rounds up to a thousand is shown in the next unit.
  while (value >= 999.5 && step < units.length - 1) [value, step] = [value / 1000, step + 1]
  return {
    value: step === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10,
    unit: units[step] ?? 'byte',
  }
}

export type RejectionReason = 'type' | 'size' | 'empty' | 'count'

interface Candidate {
  name: string
  size: number
  type: string
}

/** True when the type of a file is in the native `accept` list: `.csv`, `text/csv` or `text/*`. */
export function isAccepted({ name, type }: Pick<Candidate, 'name' | 'type'>, accept: string | undefined): boolean {
  const kinds = (accept ?? '')
    .split(',')
    .map(kind => kind.trim().toLowerCase())
    .filter(Boolean)
  if (kinds.length === 0) return true
  const [lowerName, lowerType] = [name.toLowerCase(), type.toLowerCase()]
  return kinds.some(kind => {
    if (kind.startsWith('.')) return lowerName.endsWith(kind)
    if (kind.endsWith('/*')) return lowerType.startsWith(kind.slice(0, -1))
    return lowerType === kind
  })
}

export interface FileLimits {
  accept?: string | undefined
  maxSize?: number | undefined
  multiple: boolean
  /** Files that were added before. */
  fileCount: number
}

/** Separates accepted files from rejected ones, with the reason. */
export function partitionFiles<File extends Candidate>(
  files: readonly File[],
  { accept, maxSize, multiple, fileCount: present }: FileLimits,
): { accepted: File[]; rejected: { file: File; reason: RejectionReason }[] } {
  const accepted: File[] = []
  const rejected: { file: File; reason: RejectionReason }[] = []
  for (const file of files) {
    if (!isAccepted(file, accept)) rejected.push({ file, reason: 'type' })
    else if (file.size === 0) rejected.push({ file, reason: 'empty' })
    else if (maxSize !== undefined && file.size > maxSize) rejected.push({ file, reason: 'size' })
    else if (!multiple && accepted.length + present > 0) rejected.push({ file, reason: 'count' })
    else accepted.push(file)
  }
  return { accepted, rejected }
}

/** The announcement after a change of a file: each quarter once, and its end. */
export function milestone(before: FileState | undefined, now: FileState): 25 | 50 | 75 | 'done' | 'failed' | undefined {
  if (before === undefined) return undefined
  if (now.kind === 'done' || now.kind === 'failed') return before.kind === now.kind ? undefined : now.kind
  if (now.kind !== 'uploading') return undefined
  const quarter = (state: FileState) =>
    state.kind === 'uploading' || state.kind === 'paused' ? Math.floor((fractionOf(state) ?? 0) * 4) : 0
  const reached = quarter(now)
  if (reached <= quarter(before)) return undefined
  return reached === 1 ? 25 : reached === 2 ? 50 : reached === 3 ? 75 : undefined
}

export interface Totals {
  files: number
  bytes: number
  done: number
  failed: number
  /** All files together, weighted by size; undefined while no file has a progress. */
  fraction: number | undefined
}

export function totalsOf(files: readonly FileEntry[]): Totals {
  const weight = (file: FileEntry) => (file.size !== undefined && file.size > 0 ? file.size : 1)
  const all = files.reduce((sum, file) => sum + weight(file), 0)
  const sent = files.reduce(
    (sum, file) =>
      sum +
      weight(file) *
        (file.state.kind === 'validating' ? 1 : file.state.kind === 'hashing' ? 0 : (fractionOf(file.state) ?? 0)),
    0,
  )
  return {
    files: files.length,
    bytes: files.reduce((sum, { size = 0 }) => sum + (Number.isFinite(size) && size > 0 ? size : 0), 0),
    done: files.filter(file => file.state.kind === 'done').length,
    failed: files.filter(file => file.state.kind === 'failed').length,
    fraction: all === 0 ? undefined : sent / all,
  }
}
