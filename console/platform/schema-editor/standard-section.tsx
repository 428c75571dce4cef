import { Button, Checkbox } from '@assay/design-system'
import {
  type AssessmentSchema,
  compulsorySection,
  type SchemaSection,
} from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { LockMark, Missing } from './model/locked-value.tsx'
import { removeSection } from './model/schema-changes.ts'
import { sectionName, standardFieldName } from './model/section-name.ts'
import { columnCount, fieldCell, sampleCell } from './schema-head.tsx'
import { SectionHead } from './section-head.tsx'
import { standardSample } from './standard-sample.ts'

interface StandardSectionProps {
  schema: AssessmentSchema
  section: SchemaSection
  /** Calls without the section are refused. */
  required: boolean
  open: boolean
  onToggle: () => void
  /** Absent: the section stays. */
  onChange?: ((schema: AssessmentSchema) => void) | undefined
}

/** A section of standard fields, which are what the product defines. */
export function StandardSection({ schema, section, required, open, onToggle, onChange }: StandardSectionProps) {
  const intl = useIntl()
  const name = sectionName(intl, section.name)
  const compulsory = section.name === compulsorySection
  return (
    <tbody>
      <SectionHead
        columns={columnCount}
        name={name}
        count={
          <>
            <FormattedMessage id="Schema.FieldCount" values={{ count: section.fields.length }} />
            {required ? null : (
              <>
                {' · '}
                <FormattedMessage id="Schema.OptionalSection" />
              </>
            )}
          </>
        }
        open={open}
        onToggle={onToggle}
        end={
          compulsory ? (
            <span className="flex items-center gap-1.5 text-xs text-fg-muted">
              <LockMark />
              <FormattedMessage id="Schema.Compulsory" />
            </span>
          ) : onChange ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={intl.formatMessage({ id: 'Schema.RemoveSection' }, { name })}
              onClick={() => onChange(removeSection(schema, section.name))}
            >
              <FormattedMessage id="SupportStatus.Remove" />
            </Button>
          ) : (
            <span className="flex items-center gap-1.5 text-xs text-fg-muted">
              <LockMark />
              <FormattedMessage id="Schema.StandardLocked" />
            </span>
          )
        }
      />
      {open
        ? section.fields.map(({ path, type, required: needed, searchable }) => {
            const label = standardFieldName(intl, path)
            const sample = standardSample(section.name, path)
            return (
              <tr key={path} className="h-row border-be border-line-subtle">
                <th scope="row" className={`${fieldCell} ps-[3.25rem] text-start font-normal`}>
                  <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                    {path}
                  </bdi>
                </th>
                <td className={fieldCell}>{label ?? <Missing />}</td>
                <td className={`${fieldCell} text-fg-secondary`}>{type}</td>
                <td className={`${fieldCell} ${sampleCell}`}>
                  {sample === null ? (
                    <Missing />
                  ) : (
                    <bdi dir="ltr" className="block truncate font-mono text-xs" title={sample}>
                      {sample}
                    </bdi>
                  )}
                </td>
                <td className={fieldCell}>
                  <Checkbox
                    disabled
                    checked={needed}
                    aria-label={intl.formatMessage({ id: 'Schema.RequiredOf' }, { name: path })}
                  />
                </td>
                <td className={fieldCell}>
                  <Checkbox
                    disabled
                    checked={searchable}
                    aria-label={intl.formatMessage({ id: 'Schema.SearchableOf' }, { name: path })}
                  />
                </td>
                <td className={fieldCell} />
              </tr>
            )
          })
        : null}
    </tbody>
  )
}
