import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { SwitchSection } from './switch-section';

type Props = { value: boolean; error: string | undefined; onChange: (value: boolean) => void };

/** Whether an opening is only reported, with the platform's own link, and nothing is booked. */
export function NotifySection(props: Props) {
  return (
    <SwitchSection
      title={REQUEST_FORM.notifyOnly}
      help={messages.notifyOnlyHelp()}
      field="notify_only_error"
      {...props}
    />
  );
}
