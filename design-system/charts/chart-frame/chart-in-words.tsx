import { Info } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

interface ChartInWordsProps {
  title: string
  sentence: string
  disabled: boolean
}

/** The sentence of a chart for those who see it: behind a button, for there may be nine charts on a page. */
export function ChartInWords({ title, sentence, disabled }: ChartInWordsProps) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'DesignSystem.Chart.InWords' }, { name: title })
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton
          icon={Info}
          label={name}
          size="sm"
          disabled={disabled}
          className="-mx-1.5 -my-1 self-center [&_svg]:size-3"
        />
      </PopoverTrigger>
      <PopoverContent label={name} className="max-w-rail">
        <p data-slot="chart-sentence">{sentence}</p>
      </PopoverContent>
    </Popover>
  )
}
