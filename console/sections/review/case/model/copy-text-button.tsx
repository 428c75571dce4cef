import { Button, useToast } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'

/** Copies what was typed; nothing where nothing was. */
export function CopyTextButton({ text }: { text: string }) {
  const intl = useIntl()
  const { toast } = useToast()
  if (text === '') return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'success', title: intl.formatMessage({ id: 'Review.Case.TextCopied' }) })
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <FormattedMessage id="Review.Case.CopyText" />
    </Button>
  )
}
