import { useEffect, useState } from 'react'

/** Whether something has been running for so many milliseconds. */
export function useElapsed(running: boolean, milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [running, milliseconds])
  return elapsed
}
