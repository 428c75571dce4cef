import { Button, Icon } from '@assay/design-system'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'

interface NarrowQueryProps {
  /** What the graph starts from, in words; null: nothing yet. */
  title: string | null
  /** Beside the line: what can be opened without the fields. */
  beside: ReactNode
  /** The fields of the query. */
  children: ReactNode
}

/** The query on a narrow page: one line that says what is asked, and opens its fields, which would cover the graph. */
export function NarrowQuery({ title, beside, children }: NarrowQueryProps) {
  const [open, setOpen] = useState(false)
  const fields = useId()
  return (
    <>
      <Button
        variant="ghost"
        className="min-w-0 flex-1 justify-start"
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => setOpen(before => !before)}
      >
        <Icon icon={Search} />
        <span className="min-w-0 flex-1 truncate text-start">
          {title === null ? <FormattedMessage id="Explorer.Query" /> : <bdi>{title}</bdi>}
        </span>
        <Icon icon={open ? ChevronUp : ChevronDown} size={12} />
      </Button>
      {beside}
      <div id={fields} hidden={!open} className={open ? 'flex w-full flex-wrap items-center gap-2' : undefined}>
        {children}
      </div>
    </>
  )
}
