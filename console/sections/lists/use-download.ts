import { downloadFile } from '@assay/design-system'
import { useErrorToast } from '../../platform/errors/use-error-toast.ts'

/** Asks for a file and gives it to the browser's downloads. */
export function useDownload(): (ask: () => Promise<File | Blob>) => Promise<void> {
  const failed = useErrorToast()
  return async ask => {
    try {
      const file = await ask()
      downloadFile(file instanceof File ? file.name : 'list.csv', file)
    } catch (error) {
      failed(error)
    }
  }
}
