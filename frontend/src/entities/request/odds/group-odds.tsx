/** The odds that an active cancel request still has. Nothing is shown while they load, or where too little is known. */
import { useQuery } from '@tanstack/react-query';
import { groupOddsQuery } from './odds-queries';
import { OddsLine } from './odds-line';

export function GroupOdds({ groupId }: { groupId: number }) {
  const { data: odds } = useQuery(groupOddsQuery(groupId));
  if (odds === undefined || odds === null) return null;
  return (
    <div className="timeline-odds">
      <OddsLine odds={odds} />
    </div>
  );
}
