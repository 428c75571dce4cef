import { cn } from '@assay/design-system'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'

interface CellEditorProps {
  label: string
  input: string
  /** The text was refused: why. */
  problem: string | null
  code: boolean
  /** `move`: where the focus goes. */
  onCommit: (input: string, move: 'down' | 'up' | 'next' | 'previous' | 'stay') => void
  onCancel: () => void
}

/** The text of a cell while it is typed. Enter and Tab put it into the cell, Alt+Enter begins a line. */
export function CellEditor({ label, input, problem, code, onCommit, onCancel }: CellEditorProps) {
  const id = useId()
  const [text, setText] = useState(input)
  const place = useRef<HTMLDivElement>(null)
  // Below the last row that is in sight, the reason would be out of it.
  useLayoutEffect(() => {
    if (problem !== null) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [problem])
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    // Enter chooses a word of an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      setText(`${text.slice(0, selectionStart)}\n${text.slice(selectionEnd)}`)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onCommit(text, event.shiftKey ? 'up' : 'down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      onCommit(text, event.shiftKey ? 'previous' : 'next')
    }
  }
  return (
    <div ref={place} className="absolute inset-s-0 inset-bs-0 z-nav flex min-w-full flex-col">
      <textarea
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        dir={code ? 'ltr' : 'auto'}
        value={text}
        rows={Math.min(6, text.split('\n').length)}
        spellCheck={!code}
        onFocus={event => event.currentTarget.setSelectionRange(text.length, text.length)}
        onChange={event => setText(event.target.value)}
        onKeyDown={keyDown}
        onBlur={() => onCommit(text, 'stay')}
        className={cn(
          'min-h-row w-[18rem] max-w-full resize-none border border-accent bg-surface px-cell-x py-1 text-start text-fg focus-ring-inset',
          code && 'font-mono text-xs',
          problem !== null && 'border-danger',
        )}
      />
      {problem === null ? null : (
        <p
          id={id}
          role="alert"
          className="w-[18rem] border border-danger-border bg-danger-subtle px-cell-x py-1 text-xs text-danger-text"
        >
          {problem}
        </p>
      )}
    </div>
  )
}
