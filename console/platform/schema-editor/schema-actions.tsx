import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { type AssessmentSchema, sectionCatalogue } from '@assay/risk-service/contract/assessment-schemas'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ImportDialog } from './import/import-dialog.tsx'
import { addSections } from './model/schema-changes.ts'
import { sectionName } from './model/section-name.ts'

interface SchemaActionsProps {
  value: AssessmentSchema
  onChange: (schema: AssessmentSchema) => void
}

/** Adds a section that a schema lacks, or fields from JSON. It stands above the editor of the schema. */
export function SchemaActions({ value, onChange }: SchemaActionsProps) {
  const intl = useIntl()
  const [importing, setImporting] = useState(false)
  const absent = sectionCatalogue.filter(({ name }) => !value.sections.includes(name))
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>
            <Icon icon={Plus} />
            <FormattedMessage id="Schema.AddSection" />
            <Icon icon={ChevronDown} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {absent.map(({ name }) => (
            <DropdownMenuItem key={name} onSelect={() => onChange(addSections(value, [name]))}>
              {sectionName(intl, name)}
            </DropdownMenuItem>
          ))}
          {absent.length > 0 ? <DropdownMenuSeparator /> : null}
          <DropdownMenuItem onSelect={() => setImporting(true)}>
            <FormattedMessage id="Schema.FromJson" />
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {importing ? <ImportDialog schema={value} onImport={onChange} onClose={() => setImporting(false)} /> : null}
    </>
  )
}
