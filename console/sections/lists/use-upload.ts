import { useEffect, useRef, useState } from 'react'
import { type Upload, upload } from '../../platform/files/upload.ts'

/** Sends a file: how far it is, and a way to stop. Leaving the form stops it, too. */
export function useUpload() {
  const [sent, setSent] = useState<{ fraction: number; rate: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = async <Answer>(request: Omit<Upload, 'signal' | 'onProgress'>): Promise<Answer> => {
    const controller = new AbortController()
    const began = performance.now()
    running.current = controller
    setSent({ fraction: 0, rate: 0 })
    try {
      return await upload<Answer>({
        ...request,
        signal: controller.signal,
        onProgress: (done, total) =>
          setSent({
            fraction: total > 0 ? done / total : 0,
            rate: Math.round(done / Math.max(0.2, (performance.now() - began) / 1000)),
          }),
      })
    } finally {
      running.current = null
      setSent(null)
    }
  }
  return { sent, send, cancel: () => running.current?.abort() }
}
