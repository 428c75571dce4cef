import { useMemo } from 'react'
import { useFormat } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'
import { sizeParts } from './file-state.ts'

/** Formats sizes and rates in the reader's language; an invalid size is a dash. */
export function useFileText() {
  const format = useFormat()
  return useMemo(() => {
    const size = (bytes: number | undefined) => {
      const parts = bytes === undefined ? undefined : sizeParts(bytes)
      return parts ? format.unit(parts.value, parts.unit) : missingMark
    }
    return {
      size,
      rate: (bytesPerSecond: number | undefined) => {
        const parts = bytesPerSecond === undefined ? undefined : sizeParts(bytesPerSecond)
        return parts ? format.unit(parts.value, `${parts.unit}-per-second`) : undefined
      },
      percent: (fraction: number) => format.percent(fraction, 0),
      left: (bytes: number, bytesPerSecond: number) =>
        bytesPerSecond > 0 && Number.isFinite(bytes / bytesPerSecond)
          ? format.duration((bytes / bytesPerSecond) * 1000)
          : undefined,
    }
  }, [format])
}
