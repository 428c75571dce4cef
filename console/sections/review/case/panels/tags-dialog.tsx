import { Field, TagInput } from '@assay/design-system'
import { type Case, caseLimits } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePageOptions } from '../../../../platform/cases/use-page-options.ts'
import { SuggestionRow } from '../../../../platform/forms/suggestion-row.tsx'
import { ActionDialog } from '../actions/action-dialog.tsx'

interface TagsDialogProps {
  row: Case
  issue: ReactNode
  pending: boolean
  onSubmit: (tags: readonly string[]) => void
  onClose: () => void
}

/** Changes the tags of a case: short words, compared without case. */
export function TagsDialog({ row, issue, pending, onSubmit, onClose }: TagsDialogProps) {
  const intl = useIntl()
  const [tags, setTags] = useState<readonly string[]>(row.tags)
  const tooLong = (tag: string) =>
    tag.length > caseLimits.tag ? intl.formatMessage({ id: 'Common.TooLong' }, { limit: caseLimits.tag }) : undefined
  const { tags: dictionary } = usePageOptions()
  const chosen = new Set(tags.map(tag => tag.trim().toLowerCase()))
  const tooMany = tags.length > caseLimits.tags
  return (
    <ActionDialog
      title={<FormattedMessage id="Review.Case.Tags.Title" />}
      description={<FormattedMessage id="Review.Case.Tags.Text" values={{ count: caseLimits.tags }} />}
      submitLabel={<FormattedMessage id="Common.Save" />}
      ready={!tooMany && tags.every(tag => tooLong(tag) === undefined)}
      issue={issue}
      pending={pending}
      onClose={onClose}
      onSubmit={() => onSubmit(tags)}
    >
      <Field
        label={<FormattedMessage id="Review.Case.Tags" />}
        error={
          tooMany ? <FormattedMessage id="Review.Case.Tags.TooMany" values={{ count: caseLimits.tags }} /> : undefined
        }
      >
        <TagInput
          value={tags}
          disabled={pending}
          normalize={text => text.trim().toLowerCase()}
          validate={tooLong}
          onValueChange={setTags}
        />
      </Field>
      <SuggestionRow
        texts={dictionary.filter(word => !chosen.has(word.toLowerCase()))}
        disabled={pending || tags.length >= caseLimits.tags}
        onChoose={word => setTags([...tags, word])}
      />
    </ActionDialog>
  )
}
