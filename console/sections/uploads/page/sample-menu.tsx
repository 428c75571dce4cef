import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  downloadFile,
  Icon,
} from '@assay/design-system'
import { type UploadArea, uploadEntities, uploadEntityNames } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useUploadTexts } from '../use-upload-texts.ts'
import { sampleFile } from './sample-file.ts'

/** Saves an example of the file of an entity: all columns, and two rows that belong to those of the other examples. */
export function SampleMenu({ area }: { area: UploadArea }) {
  const texts = useUploadTexts()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" start={<Icon icon={Download} />}>
          <FormattedMessage id="Upload.Samples" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {uploadEntityNames
          .filter(entity => uploadEntities[entity].area === area)
          .map(entity => (
            <DropdownMenuItem
              key={entity}
              onSelect={() => {
                const { name, text } = sampleFile(entity)
                downloadFile(name, new Blob([text], { type: 'text/csv' }))
              }}
            >
              {texts.entity(entity)}
            </DropdownMenuItem>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
