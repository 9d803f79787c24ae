import { createFileRoute } from '@tanstack/react-router';
import { MandatePage } from '@/features/mandate/mandate-page';

export const Route = createFileRoute('/_app/mandates/$mandateId')({ component: Page });

function Page() {
  return <MandatePage mandateId={Number(Route.useParams().mandateId)} />;
}
