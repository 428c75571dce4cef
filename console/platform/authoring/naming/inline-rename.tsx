import { cn, IconButton, Input } from '@assay/design-system'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useEnvironment } from '../../environments/environments.tsx'
import { useRecovery } from '../../recovery/use-recovery.ts'
import type { NameIssue } from './name-validation.ts'

interface InlineRenameProps {
  name: string
  /** Name of the command and of the field: "Rename rule". */
  label: string
  faultOf: (name: string) => NameIssue | null
  onRename: (name: string) => void
  /** A name that the service refused: the field opens with it again, and shows the reason. */
  refused?: string | null
  /** Called when the field opens or closes, so that the place of the name can be hidden. */
  onOpenChange?: (open: boolean) => void
  className?: string
}

/**
 * A pencil that turns a name into a field. Enter and leaving the field accept the text, Escape does not; an invalid
 * name stays in the field with the reason.
 */
export function InlineRename({
  name,
  label,
  faultOf,
  onRename,
  refused = null,
  onOpenChange,
  className,
}: InlineRenameProps) {
  const errorId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<NameIssue | null>(null)
  // The field is removed together with the focus: after a key closed it, the pencil gets the focus.
  const [byKey, setByKey] = useState(false)
  const [seen, setSeen] = useState<string | null>(refused)
  if (refused !== seen) {
    setSeen(refused)
    if (refused !== null) {
      setTyped(refused)
      setFault('taken')
      onOpenChange?.(true)
    }
  }
  const open = (text: string | null) => {
    setTyped(text)
    setFault(null)
    onOpenChange?.(text !== null)
  }
  // The address identifies the page, label and name identify the field on it.
  useRecovery(`rename-inline/${useEnvironment().id}${useLocation().pathname}/${label}/${name}`, typed, open)
  const submit = () => {
    if (typed === null) return
    const text = typed.trim()
    if (text === refused && fault === 'taken') return
    const found = text === name ? null : faultOf(text)
    setFault(found)
    if (found) return
    open(null)
    if (text !== name) onRename(text)
  }
  if (typed === null)
    return (
      <IconButton icon={Pencil} size="sm" iconSize={12} label={label} autoFocus={byKey} onClick={() => open(name)} />
    )
  return (
    <span className={cn('flex min-w-0 flex-wrap items-center gap-2', className)}>
      <Input
        size="sm"
        autoFocus
        value={typed}
        maxLength={80}
        invalid={fault !== null}
        aria-label={label}
        dir="auto"
        spellCheck={false}
        {...(fault ? { 'aria-errormessage': errorId, 'aria-describedby': errorId } : {})}
        onFocus={event => event.currentTarget.select()}
        onChange={event => {
          setTyped(event.target.value)
          setFault(null)
        }}
        onBlur={() => {
          setByKey(false)
          submit()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            setByKey(true)
            submit()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            setByKey(true)
            open(null)
          }
        }}
      />
      {fault ? (
        <span id={errorId} role="alert" className="text-xs text-danger-text">
          <FormattedMessage id={`Authoring.Name.${fault}`} />
        </span>
      ) : null}
    </span>
  )
}
