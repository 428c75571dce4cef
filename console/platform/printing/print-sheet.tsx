import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** What is printed instead of the page. */
  children: ReactNode
  /** The dialog of the browser was closed. */
  onClose: () => void
}

/**
 * Opens the browser's dialog to print, or to save as PDF, what is in it; the page itself is not printed. It is light
 * whatever the theme, and never seen on screen. Mount it only while printing.
 */
export function PrintSheet({ children, onClose }: PrintSheetProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const done = () => close()
    const root = document.documentElement
    root.dataset['printing'] = ''
    window.addEventListener('afterprint', done)
    window.print()
    return () => {
      window.removeEventListener('afterprint', done)
      delete root.dataset['printing']
    }
  }, [])
  return createPortal(
    <div data-theme="light" data-slot="print-sheet" className="hidden bg-surface p-4 text-sm text-fg print:block">
      {children}
    </div>,
    document.body,
  )
}
