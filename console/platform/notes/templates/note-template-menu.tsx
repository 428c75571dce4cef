import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { ChevronDown } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { NoteTemplate } from './use-note-templates.ts'

interface NoteTemplateMenuProps {
  templates: readonly NoteTemplate[]
  disabled?: boolean
  /** The text that was written so far. */
  value: string
  /** Called with the text after a template was added to it. */
  onValueChange: (text: string) => void
}

/** Adds one of the notes that a queue has ready to a text; nothing where it has none. */
export function NoteTemplateMenu({ templates, disabled = false, value, onValueChange }: NoteTemplateMenuProps) {
  if (templates.length === 0) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" disabled={disabled} end={<Icon icon={ChevronDown} size={12} />}>
          <FormattedMessage id="Review.Templates" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {templates.map(({ key, label, text }) => (
          <DropdownMenuItem
            key={key}
            onSelect={() => onValueChange(value.trim() === '' ? text : `${value.trimEnd()}\n${text}`)}
          >
            <bdi>{label}</bdi>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
