/** Above the form of a request of which the form cannot show everything: what an update removes. */
import { CircleAlert } from 'lucide-react';
import { formatList } from '@/lib/format';
import type { RemovedParts } from './edit';
import { REQUEST_FORM } from './messages';

export function RemovedNote({ unlisted, notInPlan }: RemovedParts) {
  if (unlisted.length + notInPlan.length === 0) return null;
  return (
    <div className="notice form-note" data-tone="unsuccessful" role="note">
      <CircleAlert aria-hidden="true" />
      <b>{REQUEST_FORM.removes}</b>
      <p>
        {unlisted.length > 0 && `${REQUEST_FORM.unlisted(formatList(unlisted))} `}
        {notInPlan.length > 0 && REQUEST_FORM.notInPlan(notInPlan.join(' · '))}
      </p>
    </div>
  );
}
