import { downloadFile } from '@assay/design-system'
import { useErrorToast } from '../../platform/errors/use-error-toast.ts'

/** Requests a file and passes it to the browser's downloads. */
export function useDownload(): (fetchFile: () => Promise<File | Blob>) => Promise<void> {
  const failed = useErrorToast()
  return async fetchFile => {
    try {
      const file = await fetchFile()
      downloadFile(file instanceof File ? file.name : 'list.csv', file)
    } catch (error) {
      failed(error)
    }
  }
}
